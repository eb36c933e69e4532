import type { Kernel } from '@latchkey/kernel'
import type { Contribution, Observable } from '@latchkey/plugin-api'

export interface Registered {
  readonly registry: string
  readonly id: string
  readonly owner: string
}
type Lists = Readonly<Record<string, Observable<readonly Contribution<unknown>[]>>>

const idOf = (value: unknown): string => {
  const { id, namespace } = value as { id?: unknown; namespace?: unknown }
  return String(id ?? namespace)
}
const listsOf = ({
  ports: { adapters, networks, connectors, accountActions, accountTabs, connectMethods },
}: Kernel): Lists => ({
  adapters,
  networks,
  connectors,
  accountActions,
  accountTabs,
  connectMethods,
})

/** Everything that plugins and the host have registered. */
export const contributions = (kernel: Kernel): readonly Registered[] => [
  ...Object.entries(listsOf(kernel)).flatMap(([registry, list]) =>
    list.get().map(({ owner, value }) => ({ registry, id: idOf(value), owner })),
  ),
  ...kernel.ports.views
    .get()
    .map(({ owner, definition: { id } }) => ({ registry: 'views', id, owner })),
]

/** Everything that the panel shows and that can change. */
export const observables = (kernel: Kernel): readonly Observable<unknown>[] => [
  ...Object.values(listsOf(kernel)),
  kernel.ports.views,
  kernel.ports.modal,
  kernel.ports.router,
  kernel.ports.options,
]
