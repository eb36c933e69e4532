// Resolves a name by ENS with ethers alone: nothing of Latchkey is installed here.
//   node ethers.mjs alice.shop.eth
// RPC_URL is a node, ENS_REGISTRY the registry of its chain. Without them: those of `npm run demo`.
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import process from 'node:process'

const [name] = process.argv.slice(2)
const {
  RPC_URL = 'http://127.0.0.1:8545',
  ENS_REGISTRY = '0x19D5F8A483d875F8e20a9d743Db117fD22144B42',
} = process.env

if (!name) {
  console.error('Which name? node ethers.mjs alice.shop.eth')
  process.exit(2)
}

const { chainId } = await new JsonRpcProvider(RPC_URL).getNetwork()
const network = new Network('with-ens', chainId)
network.attachPlugin(new EnsPlugin(ENS_REGISTRY, Number(chainId)))
const provider = new JsonRpcProvider(RPC_URL, network, { staticNetwork: network })

const resolver = await provider.getResolver(name)
const address = await resolver?.getAddress()
if (address) {
  console.log(`${name}  ${address}`)
  for (const key of ['avatar', 'url', 'description']) {
    const text = await resolver.getText(key)
    if (text) console.log(`  ${key}: ${text}`)
  }
} else console.error(`${name} leads to no address.`)
process.exit(address ? 0 : 1)
