import type { WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { foldName } from './matchNames.js'

/**
 * The names of the rows that are already on the page, so that the directory does not list them
 * again: by id, by rdns, and by name if no rdns tells two wallets of one name apart.
 */
export function listedNames(rows: readonly WalletRow[]): ReadonlySet<string> {
  const ways = rows
    .filter(({ lookalike }) => !lookalike)
    .flatMap(({ name, connectors }) =>
      connectors.map((connector) => ({ connector, names: [name, connector.name].map(foldName) })),
    )
  return new Set(
    ways.flatMap(({ connector: { explorerId, rdns }, names }) => [
      `id ${explorerId}`,
      `rdns ${rdns?.toLowerCase()}`,
      ...names.flatMap((name) =>
        rdns === undefined ? [`name ${name}`, `any ${name}`] : [`any ${name}`],
      ),
    ]),
  )
}
/** Whether a wallet of the directory has one of these names. */
export const isListed = (own: ReadonlySet<string>, { id, rdns, name }: DirectoryWallet): boolean =>
  own.has(`id ${id}`) ||
  own.has(`name ${foldName(name)}`) ||
  (rdns === undefined ? own.has(`any ${foldName(name)}`) : own.has(`rdns ${rdns.toLowerCase()}`))
