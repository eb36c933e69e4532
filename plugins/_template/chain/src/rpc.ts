import {
  LatchkeyError,
  type ConnectedAccount,
  type ConnectionsPort,
  type Network,
} from '@latchkey/plugin-api'

/** Requests go through the rpc door, which knows their class and the account and network that they belong to. */
type Door = Pick<ConnectionsPort, 'request'>

const badAnswer = (method: string, expected: string): LatchkeyError =>
  new LatchkeyError(
    'wallet.bad_answer',
    `The wallet answered ${method} with something else than ${expected}.`,
    { context: { method } },
  )

export async function signMessage(
  door: Door,
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
  const answer = await door.request({
    connectionId: account.connectionId,
    network: network.id,
    method,
    params: [account.address, message],
    ...(signal && { signal }),
  })
  if (typeof answer !== 'string') throw badAnswer(method, 'a signature')
  return answer
}

/** Base units. What comes from outside is checked where it comes in. */
export async function readBalance(
  door: Door,
  {
    address,
    network,
    signal,
  }: { address: string; network: Network; signal?: AbortSignal | undefined },
): Promise<bigint> {
  const method = 'samplech_getBalance'
  const answer = await door.request({
    network: network.id,
    method,
    params: [address],
    ...(signal && { signal }),
  })
  if (typeof answer !== 'string' || !/^\d{1,40}$/.test(answer)) throw badAnswer(method, 'digits')
  return BigInt(answer)
}
