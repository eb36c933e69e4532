import type { ChainAdapter } from '@latchkey/plugin-api'
import { namesNamespaces } from '../options.js'
import type { NamesSetup } from '../services.js'

/** The adapter of the chain family with names, loaded once. */
export type LoadAdapter = () => Promise<ChainAdapter | undefined>

export const createAdapterLoader = ({ ctx }: NamesSetup): LoadAdapter =>
  ctx.lazy('the adapter', async () => ctx.adapters.find(namesNamespaces[0] ?? '')?.value.load())
