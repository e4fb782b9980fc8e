export { openSimulationDatabase } from './database.ts';
export { resetDatabase } from './reset.ts';
export { type Outcome, simulate } from './simulate.ts';
