// What documents speak of before it is here. Whatever is here is checked as everything else; when all of it is, this file can go.

/** Places that links may lead to. */
export const PLACES = ['docs/testing.md', 'docs/words.md', 'examples/ethers', 'examples/next', 'examples/next-wagmi', 'examples/plain-html', 'examples/vue', 'packages/button', 'packages/cdn', 'packages/wagmi', 'packages/wallets']

/** Doors of packages that samples may go through: such a sample is compiled from the day on that the door opens. */
export const DOORS = ['@latchkey/button', '@latchkey/cdn', '@latchkey/evm/connectors', '@latchkey/wagmi', '@latchkey/wallets']

/** Names, with the file that will have them. */
export const NAMES = { useConnect: 'packages/ui-react/src/index.ts', remoteConfig: 'packages/kernel/src/types.ts' }
