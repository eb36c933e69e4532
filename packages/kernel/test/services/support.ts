import type { AnyPlugin, Connector, Network } from '@latchkey/plugin-api'
import {
  createKernel,
  type Kernel,
  type KernelOptions,
  type LatePorts,
  type StorageBackend,
} from '../../src/index.js'

const unused = (): never => {
  throw new Error('not part of this test')
}

/** A kernel whose late half is there. */
export async function startServices(
  options: Partial<KernelOptions> & { plugins?: readonly AnyPlugin[] } = {},
): Promise<{ kernel: Kernel; ports: LatePorts }> {
  const kernel: Kernel = createKernel({
    metadata: { name: 'Test' },
    plugins: [],
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
  })
  await kernel.ready
  return { kernel, ports: await kernel.ports.late.load() }
}

export const connector = (more: Partial<Connector> & { id: string }): Connector => ({
  name: more.id,
  kind: 'announced',
  namespaces: ['test'],
  availability: () =>
    more.kind === undefined || more.kind === 'announced' || more.kind === 'injected'
      ? 'installed'
      : 'available',
  connect: unused,
  ...more,
})

export const network = (id: `${string}:${string}`, more: Partial<Network> = {}): Network => ({
  id,
  namespace: id.slice(0, id.indexOf(':')),
  reference: id.slice(id.indexOf(':') + 1),
  name: id,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: [],
  ...more,
})

/** Storage that two kernels can share, as two loads of a page do. */
export function memoryStorage(): StorageBackend {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size
    },
  }
}
