import type { DirectoryWallet } from '@latchkey/plugin-api'
import { data } from './data.js'
import type { WalletPage, WalletQuery } from './query.js'

/** A text without accents, widths and case, so that spellings that people take for equal are equal. */
const normalize = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Whether a wallet has that id, rdns or name. */
const isNamed = ({ id, rdns, name }: DirectoryWallet, idOrName: string): boolean =>
  idOrName === id || idOrName.toLowerCase() === rdns || normalize(idOrName) === normalize(name)

/**
 * The wallets whose name contains each typed word. Those whose name begins with the whole text come
 * first.
 */
function search(wallets: readonly DirectoryWallet[], typed: string): readonly DirectoryWallet[] {
  const whole = normalize(typed)
  const words = whole.split(/\s+/)
  const found = wallets.filter(({ name }) => words.every((word) => normalize(name).includes(word)))
  const begins = ({ name }: DirectoryWallet): boolean => normalize(name).startsWith(whole)
  return [...found.filter(begins), ...found.filter((wallet) => !begins(wallet))]
}

/** The `imageUrl` of a wallet with that icon, to be spread into the wallet. */
const pictureOf = (svg: string | undefined) =>
  svg === undefined ? {} : { imageUrl: `data:image/svg+xml,${encodeURIComponent(svg)}` }

/** The icons by wallet id. If they do not load, wallets are shown without. */
const loadIcons = (): Promise<Readonly<Record<string, string>>> =>
  import('./icons.js').then(
    ({ icons }) => icons,
    () => ({}),
  )

/** Answers a query of the kernel by one page of the directory, with icons. */
export async function answerQuery({
  search: typed,
  page,
  count,
  include,
  exclude,
  namespaces,
}: WalletQuery): Promise<WalletPage> {
  const icons = await loadIcons()
  const chosen =
    include?.flatMap((wanted) => data.find((wallet) => isNamed(wallet, wanted)) ?? []) ?? data
  const allowed = chosen.filter(
    (wallet) =>
      !exclude?.some((unwanted) => isNamed(wallet, unwanted)) &&
      (namespaces === undefined ||
        !wallet.namespaces ||
        wallet.namespaces.some((namespace) => namespaces.includes(namespace))),
  )
  const found = typed ? search(allowed, typed) : allowed
  return {
    wallets: found
      .slice((page - 1) * count, page * count)
      .map((wallet) => ({ ...wallet, ...pictureOf(icons[wallet.id]) })),
    total: found.length,
  }
}
