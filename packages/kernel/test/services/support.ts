import type { AnyPlugin, Connector } from '@latchkey/plugin-api'
import { createKernel, type Kernel, type KernelOptions, type LatePorts } from '../../src/index.js'

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

export {
  fakeNetwork as network,
  fakeStorage as memoryStorage,
} from '@latchkey/plugin-testkit/fakes'
