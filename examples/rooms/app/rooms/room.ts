import type { ColumnType, Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    rooms: {
      id: Generated<number>;
      name: string;
      seats: number;
      /** The price of an hour as a decimal string: '12.50'. */
      price: ColumnType<string, string | number, string | number>;
      /** Name of the photo's file in storage/photos; null without a photo. */
      photo: string | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

export type Room = Selectable<Tables['rooms']>;
