import { connectRaw, newTopic } from './rawClient.js'

/**
 * Counts how often a publisher gets the answer to its publish before the other end gets the
 * message. Both run in one process, as in upstream suites.
 */
export async function countAnsweredFirst(
  publisherUrl: string,
  listenerUrl: string,
  tries: number,
): Promise<number> {
  const [publisher, listener, topic] = [
    await connectRaw(publisherUrl),
    await connectRaw(listenerUrl),
    newTopic(),
  ]
  await listener.call('irn_subscribe', { topic })
  let order: string[] = []
  let isBoth = (): void => {}
  for (const [word, { socket }] of [
    ['answered', publisher],
    ['pushed', listener],
  ] as const)
    socket.on('message', () => {
      if (order.push(word) === 2) isBoth()
    })
  let answeredFirst = 0
  for (let at = 0; at < tries; at += 1) {
    order = []
    const both = new Promise<void>((done) => {
      isBoth = done
    })
    publisher.send(
      JSON.stringify({
        id: at + 1,
        jsonrpc: '2.0',
        method: 'irn_publish',
        params: { topic, message: `m${at}`, ttl: 300 },
      }),
    )
    await both
    if (order[0] === 'answered') answeredFirst += 1
  }
  publisher.close()
  listener.close()
  return answeredFirst
}
