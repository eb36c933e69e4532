import type { ViewDefinition } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import { own } from '../support/own.js'

type ViewRole = NonNullable<ViewDefinition['role']>

/** The roles of the views that the kernel opens by itself: they hold also where no UI is present. */
const OWN_VIEWS: Readonly<Partial<Record<string, ViewRole>>> = {
  Connect: 'connect',
  AllWallets: 'connect',
  ConnectingWalletConnectBasic: 'connect',
  Account: 'account',
}

/** The role of a view, as its definition says. */
export const roleOf = (
  { views }: Pick<KernelCore, 'views'>,
  view: string | undefined,
): ViewRole | undefined =>
  view === undefined ? undefined : (views.find(view)?.definition.role ?? own(OWN_VIEWS, view))
