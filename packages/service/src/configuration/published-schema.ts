import { toJsonSchema } from '@swapdesk/contract';
import { CONFIG_FILE } from './schema.ts';

/** The text of swapdesk.config.schema.json, which editors and other tools read. */
export function publishedSchema(): string {
  return `${JSON.stringify(toJsonSchema(CONFIG_FILE), null, 2)}\n`;
}
