export { openSimulationDatabase } from './database.ts';
export { type Outcome, simulate } from './simulate.ts';
