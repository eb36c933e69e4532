import type { DirectoryWallet } from '@latchkey/plugin-api'
import { data } from './data.js'
import type { WalletPage, WalletQuery } from './index.js'

/** One spelling for what people take for the same: without accents, widths and case. */
const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

const isCalled = ({ id, rdns, name }: DirectoryWallet, called: string): boolean =>
  called === id || called.toLowerCase() === rdns || fold(called) === fold(name)

/** Those whose name begins with what was typed first. */
function search(wallets: readonly DirectoryWallet[], typed: string): readonly DirectoryWallet[] {
  const whole = fold(typed)
  const words = whole.split(/\s+/)
  const found = wallets.filter(({ name }) => words.every((word) => fold(name).includes(word)))
  const begins = ({ name }: DirectoryWallet): boolean => fold(name).startsWith(whole)
  return [...found.filter(begins), ...found.filter((wallet) => !begins(wallet))]
}

const pictureOf = (svg: string | undefined) =>
  svg === undefined ? {} : { imageUrl: `data:image/svg+xml,${encodeURIComponent(svg)}` }

/** Wallets without their pictures are better than none. */
const loadIcons = (): Promise<Readonly<Record<string, string>>> =>
  import('./icons.js').then(
    ({ icons }) => icons,
    () => ({}),
  )

/** One page of the directory, with pictures. */
export async function answer({
  search: typed,
  page,
  count,
  include,
  exclude,
  namespaces,
}: WalletQuery): Promise<WalletPage> {
  const icons = await loadIcons()
  const chosen =
    include?.flatMap((called) => data.find((wallet) => isCalled(wallet, called)) ?? []) ?? data
  const left = chosen.filter(
    (wallet) =>
      !exclude?.some((called) => isCalled(wallet, called)) &&
      (namespaces === undefined ||
        !wallet.namespaces ||
        wallet.namespaces.some((namespace) => namespaces.includes(namespace))),
  )
  const found = typed ? search(left, typed) : left
  return {
    wallets: found
      .slice((page - 1) * count, page * count)
      .map((wallet) => ({ ...wallet, ...pictureOf(icons[wallet.id]) })),
    total: found.length,
  }
}
