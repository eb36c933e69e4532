import type * as Nodes from '@latchkey/plugin-api/nodes'

/** `askNodes` of the contract, loaded with the first question to a node. */
export const askNodes: typeof Nodes.askNodes = async (...given) =>
  (await import('@latchkey/plugin-api/nodes')).askNodes(...given)
