import { etherscan } from '../../src/sources/etherscan.js'
import { startChainNode } from './chainNode.js'
import { etherscanFake } from './etherscanFake.js'
import { happen, PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, CHAIN_ID, makeSource } from './fakeContext.js'
import { createFakeProvider } from './fakeProvider.js'
import { describeHistory } from './historySuite.js'

describeHistory('Etherscan', {
  tells: { native: true, failed: true, erc1155: true, fees: true, balances: true },
  async realise(steps) {
    const happened = happen(steps)
    const node = await startChainNode()
    const good = etherscanFake(happened, CHAIN_ID)
    const { fetch } = createFakeProvider(good, { loop: good, foreign: good, otherChain: good })
    const factory = etherscan({ apiKey: 'k1', callsPerSecond: 10_000, fetch })
    const close = async () => void (await node.close())
    const source = makeSource(factory, node.url)
    return { source, chain: CHAIN, accounts: PEOPLE, tokens: TOKENS, happened, close }
  },
})
