import { parseArgs } from 'node:util'
import { invalidOption } from '../errors.js'
import { prepareDeployment } from './deploy.js'

const USE =
  'latchkey-blockchain-api names deploy --name shop.eth --rpc https://node.example ' +
  '--url https://api.shop.example --signer 0x… [--registry 0x…] [--owner 0x…]'

/**
 * The command `names deploy`: prints transactions as JSON, and sends nothing.
 * @param args behind `names`
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export async function deployCommand(args: readonly string[]): Promise<string> {
  const { name, rpc, url, signer, registry, owner } = readFlags(args)
  if (!name || !rpc || !url || !signer) throw invalidOption(`An option is missing. Use: ${USE}`)
  const prepared = await prepareDeployment({
    ...{ name, rpc, url, signer },
    ...(registry !== undefined && { registry }),
    ...(owner !== undefined && { owner }),
  })
  return `${JSON.stringify(prepared, null, 2)}\n`
}

const readFlags = (args: readonly string[]) => {
  const flag = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { name: flag, rpc: flag, url: flag, signer: flag, registry: flag, owner: flag },
      allowPositionals: true,
    })
    if (positionals.join(' ') === 'deploy') return values
  } catch {
    // Below: the same as another command.
  }
  throw invalidOption(`Use: ${USE}`)
}
