import { fileURLToPath } from 'node:url'

export const TEMPLATES = fileURLToPath(new URL('../../../plugins/_template/', import.meta.url))
export const RANGES = {
  '@latchkey/kernel': '^0.2.0',
  '@latchkey/plugin-api': '^0.3.1',
  '@latchkey/plugin-testkit': '^0.1.0',
  '@latchkey/ui-react': '^0.4.0',
}
