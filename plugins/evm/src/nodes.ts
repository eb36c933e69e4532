import type * as Nodes from '@latchkey/plugin-api/nodes'

/** The contract's own, which comes with the first question to a node: no modal waits for it. */
export const askNodes: typeof Nodes.askNodes = async (...given) =>
  (await import('@latchkey/plugin-api/nodes')).askNodes(...given)
