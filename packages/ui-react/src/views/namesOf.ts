import type { WalletRow } from '@latchkey/kernel'
import type { DirectoryWallet } from '@latchkey/plugin-api'
import { fold } from './fold.js'

/** What the rows of the page are called, so that a directory does not list them again: by id, by rdns, and by name where no rdns tells two of a name apart. */
export function namesOf(rows: readonly WalletRow[]): ReadonlySet<string> {
  const ways = rows
    .filter(({ lookalike }) => !lookalike)
    .flatMap(({ name, connectors }) =>
      connectors.map((connector) => ({ connector, names: [name, connector.name].map(fold) })),
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
/** Whether a wallet of the directory goes by one of these names. */
export const isNamed = (own: ReadonlySet<string>, { id, rdns, name }: DirectoryWallet): boolean =>
  own.has(`id ${id}`) ||
  own.has(`name ${fold(name)}`) ||
  (rdns === undefined ? own.has(`any ${fold(name)}`) : own.has(`rdns ${rdns.toLowerCase()}`))
