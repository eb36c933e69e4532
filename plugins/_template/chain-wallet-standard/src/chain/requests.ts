import type { ConnectedAccount, ConnectionsPort, Network } from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'

/**
 * Requests go through the kernel, which checks their class and finds the wallet of their account
 * and network.
 */
type Connections = Pick<ConnectionsPort, 'request'>

/** @throws `wallet.bad_answer`, and what the request throws */
export async function signMessage(
  connections: Connections,
  {
    account,
    network,
    message,
    signal,
  }: {
    account: ConnectedAccount
    network: Network
    message: string
    signal?: AbortSignal | undefined
  },
): Promise<string> {
  const method = 'samplech_sign'
  const answer = await connections.request({
    connectionId: account.connectionId,
    network: network.id,
    method,
    params: [account.address, message],
    ...(signal && { signal }),
  })
  if (typeof answer !== 'string') throw badAnswer(method, 'a signature')
  return answer
}

/** The balance in base units. @throws `wallet.bad_answer`, and what the request throws */
export async function readBalance(
  connections: Connections,
  {
    address,
    network,
    signal,
  }: { address: string; network: Network; signal?: AbortSignal | undefined },
): Promise<bigint> {
  const method = 'samplech_getBalance'
  const answer = await connections.request({
    network: network.id,
    method,
    params: [address],
    ...(signal && { signal }),
  })
  if (typeof answer !== 'string' || !/^\d{1,40}$/.test(answer)) throw badAnswer(method, 'digits')
  return BigInt(answer)
}
