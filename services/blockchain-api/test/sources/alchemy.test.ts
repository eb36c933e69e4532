import { alchemy } from '../../src/sources/alchemy.js'
import { alchemyFake } from './alchemyFake.js'
import { happen, PEOPLE, TOKENS } from './fakeChain.js'
import { CHAIN, CHAIN_ID, makeSource } from './fakeContext.js'
import { createFakeProvider } from './fakeProvider.js'
import { describeHistory } from './historySuite.js'

describeHistory('Alchemy', {
  tells: { native: true, failed: false, erc1155: true, fees: false, balances: true },
  async realise(steps) {
    const happened = happen(steps)
    const good = alchemyFake(happened, CHAIN_ID)
    const { fetch } = createFakeProvider(good, { loop: good, foreign: good, otherChain: good })
    const source = makeSource(alchemy({ chain: CHAIN, url: 'https://a.example/v2/k1', fetch }), '')
    const close = async () => {}
    return { source, chain: CHAIN, accounts: PEOPLE, tokens: TOKENS, happened, close }
  },
})
