export declare const pgsqlUrl: string;
export declare const mysqlUrl: string;
