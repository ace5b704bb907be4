export { documentsOf } from './config.ts';
export { type Answered, Contract, type ContractRoute } from './contract/contract.ts';
