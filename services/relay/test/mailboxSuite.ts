import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Mailbox, type MailboxBounds, type Message, DEFAULT_LIMITS } from '../src/index.js'
import { newTopic, until } from './rawClient.js'

const message = (topic: string, key: string, more: Partial<Message> = {}): Message => ({
  topic,
  key,
  from: 'a',
  message: 'm'.repeat(100),
  tag: 0,
  attestation: '',
  publishedAt: Date.now(),
  expiresAt: Date.now() + 60_000,
  ...more,
})

/** All messages of the topics, read page by page. */
export const readAll = async (mailbox: Mailbox, topics: readonly string[]): Promise<Message[]> => {
  const all: Message[] = []
  for (let at = await mailbox.list(topics); ; at = await mailbox.list(topics, at.next)) {
    all.push(...at.messages)
    if (!at.next) return all
  }
}
const keysOf = async (mailbox: Mailbox, topics: readonly string[]) =>
  (await readAll(mailbox, topics)).map(({ key }) => key)

/** The behaviour of every mailbox, wherever it keeps its messages. */
export function describeMailbox(
  name: string,
  create: (bounds: MailboxBounds) => Promise<Mailbox>,
): void {
  describe(`a mailbox in ${name}`, () => {
    const ending: Mailbox[] = []
    afterEach(async () => {
      vi.restoreAllMocks()
      for (const mailbox of ending.splice(0)) await mailbox.close()
    })
    const open = async (bounds: Partial<MailboxBounds> = {}): Promise<Mailbox> => {
      const mailbox = await create({ ...DEFAULT_LIMITS, ...bounds })
      ending.push(mailbox)
      return mailbox
    }

    it('A mailbox keeps one copy of a message that is published twice', async () => {
      const [mailbox, topic] = [await open(), newTopic()]
      expect([
        await mailbox.add(message(topic, '1')),
        await mailbox.add(message(topic, '1')),
      ]).toEqual([true, false])
      expect((await mailbox.size()).messages).toBe(1)
    })
    it('A mailbox drops the oldest message of a full topic and leaves other topics alone', async () => {
      const [mailbox, topic, other] = [await open({ topicMessages: 3 }), newTopic(), newTopic()]
      await mailbox.add(message(other, 'o'))
      for (const key of ['1', '2', '3', '4', '5']) await mailbox.add(message(topic, key))
      expect(await keysOf(mailbox, [topic, other])).toEqual(['3', '4', '5', 'o'])
      expect(await mailbox.size()).toMatchObject({ messages: 4, evicted: 2 })
    })
    it('A mailbox bounds the bytes of a topic, and does not keep a message that is larger than the bound', async () => {
      const [mailbox, topic] = [await open({ topicBytes: 10_000 }), newTopic()]
      for (const key of ['1', '2', '3', '4', '5'])
        await mailbox.add(message(topic, key, { message: 'm'.repeat(2000) }))
      expect(await keysOf(mailbox, [topic])).toEqual(['3', '4', '5'])
      await mailbox.add(message(newTopic(), 'large', { message: 'm'.repeat(10_000) }))
      expect((await mailbox.size()).messages).toBe(3)
    })
    it('One author cannot push out what the other end of a topic wrote, by number or bytes (audit M1)', async () => {
      for (const [bounds, size] of [
        [{ topicMessages: 5 }, 100],
        [{ topicBytes: 20_000 }, 3000],
      ] as const) {
        const [mailbox, topic] = [await open(bounds), newTopic()]
        await mailbox.add(message(topic, 'honest', { from: 'honest' }))
        for (let at = 0; at < 20; at += 1)
          await mailbox.add(
            message(topic, `flood ${at}`, { from: 'hostile', message: 'x'.repeat(size) }),
          )
        await mailbox.add(message(topic, 'honest too', { from: 'honest' }))
        const kept = await keysOf(mailbox, [topic])
        expect([kept[0], kept.at(-1), kept.includes('flood 19'), kept.includes('flood 0')]).toEqual(
          ['honest', 'honest too', true, false],
        )
      }
    })
    it('A mailbox reads a topic once to drop a hundred messages of its largest authors (audit H2)', async () => {
      const [topic, reads] = [newTopic(), { count: 0 }]
      const waiting = Array.from({ length: 400 }, (_, at) => ({
        key: String(at),
        from: at % 20 === 0 ? `single ${at}` : at % 2 ? 'a' : 'b',
      }))
      const add = (mailbox: Mailbox, key: string, from: string, size: number) =>
        mailbox.add({
          ...message(topic, key, { message: 'x'.repeat(size) }),
          get from() {
            reads.count += 1
            return from
          },
        })
      const fill = async (mailbox: Mailbox) => {
        for (const { key, from } of waiting) await add(mailbox, key, from, 200)
        return (await mailbox.size()).bytes
      }
      const mailbox = await open({ topicBytes: (await fill(await open())) + 1000 })
      await fill(mailbox)
      expect((await mailbox.size()).evicted).toBe(0)
      reads.count = 0
      await add(mailbox, 'large', 'c', 150_000)
      expect(reads.count).toBeLessThan(10 * waiting.length)
      const { evicted } = await mailbox.size()
      const kept = await keysOf(mailbox, [topic])
      const [leaving, gone] = [
        waiting.filter(({ from }) => from.length === 1),
        waiting.filter(({ key }) => !kept.includes(key)),
      ]
      const oldestOf = (author: string) =>
        leaving
          .filter(({ from }) => from === author)
          .slice(0, gone.filter(({ from }) => from === author).length)
      expect([evicted > 90, kept.length, kept.at(-1)]).toEqual([true, 401 - evicted, 'large'])
      expect(gone).toEqual(
        [...oldestOf('a'), ...oldestOf('b')].sort(
          (one, other) => Number(one.key) - Number(other.key),
        ),
      )
      const [a, b] = ['a', 'b'].map(
        (author) => kept.filter((key) => waiting[Number(key)]?.from === author).length,
      ) as [number, number]
      expect(Math.abs(a - b)).toBeLessThanOrEqual(1) // The authors took turns.
    })
    it('A mailbox drops the oldest message of an author who exceeds the quota (audit M1)', async () => {
      const [mailbox, honest] = [await open({ authorBytes: 10_000 }), newTopic()]
      await mailbox.add(message(honest, 'honest', { from: 'honest' }))
      const topics = Array.from({ length: 20 }, newTopic)
      for (const [at, topic] of topics.entries())
        await mailbox.add(
          message(topic, String(at), { from: 'hostile', message: 'x'.repeat(2000) }),
        )
      expect(await keysOf(mailbox, topics)).toEqual(['17', '18', '19'])
      expect(await keysOf(mailbox, [honest])).toEqual(['honest'])
    })
    it('A full mailbox drops the oldest message of the author who has most (audit M1)', async () => {
      for (const bound of [{ totalMessages: 12 }, { totalBytes: 20_000 }]) {
        const mailbox = await open(bound)
        const [small, middle, large] = [
          newTopic(),
          newTopic(),
          Array.from({ length: 30 }, newTopic),
        ]
        await mailbox.add(message(small, 'small', { from: 'small' }))
        for (const key of ['1', '2', '3'])
          await mailbox.add(message(middle, key, { from: 'middle' }))
        for (const [at, topic] of large.entries())
          await mailbox.add(message(topic, String(at), { from: 'large' }))
        expect(await keysOf(mailbox, [small, middle])).toEqual(['small', '1', '2', '3'])
        const kept = await keysOf(mailbox, large)
        expect([kept.at(-1), kept.length > 4, kept.length < 15]).toEqual(['29', true, true])
        expect(kept).toEqual([...kept].sort((a, b) => Number(a) - Number(b)))
      }
    })
    it('A mailbox returns bounded pages, with each message once and in order (audit H2)', async () => {
      const [mailbox, topics] = [await open(), Array.from({ length: 5 }, newTopic)]
      for (let at = 0; at < 60; at += 1) await mailbox.add(message(topics[0] ?? '', `a${at}`))
      for (let at = 0; at < 8; at += 1)
        await mailbox.add(message(topics[2] ?? '', `b${at}`, { message: 'x'.repeat(100_000) }))
      await mailbox.add(message(topics[2] ?? '', 'huge', { message: 'x'.repeat(1_000_000) }))
      await mailbox.add(message(topics[4] ?? '', 'last'))
      const sizes: number[] = []
      for (let at = await mailbox.list(topics); ; at = await mailbox.list(topics, at.next)) {
        sizes.push(at.messages.length)
        expect(
          at.messages.length === 1 ||
            at.messages.reduce((sum, one) => sum + one.message.length, 0) <= 256 << 10,
        ).toBe(true)
        if (!at.next) break
      }
      expect(Math.max(...sizes)).toBeLessThanOrEqual(50)
      expect(await keysOf(mailbox, topics)).toEqual([
        ...Array.from({ length: 60 }, (_, at) => `a${at}`),
        ...Array.from({ length: 8 }, (_, at) => `b${at}`),
        'huge',
        'last',
      ])
    })
    it('A mailbox can be read to the end while it is being emptied', async () => {
      const [mailbox, topic] = [await open(), newTopic()]
      for (let at = 0; at < 120; at += 1) await mailbox.add(message(topic, String(at)))
      const seen: string[] = []
      for (let at = await mailbox.list([topic]); ; at = await mailbox.list([topic], at.next)) {
        for (const { key } of at.messages) {
          seen.push(key)
          await mailbox.remove(topic, key)
        }
        if (!at.next) break
      }
      expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => String(at)))
    })
    it('A mailbox counts no messages and no bytes after all messages are acknowledged or expired', async () => {
      const [mailbox, topics] = [await open(), [newTopic(), newTopic()]]
      for (let at = 0; at < 20; at += 1)
        await mailbox.add(
          message(
            topics[at % 2] ?? '',
            String(at),
            at < 5 ? { expiresAt: Date.now() + 30_000 } : {},
          ),
        )
      expect((await mailbox.size()).messages).toBe(20)
      for (let at = 5; at < 20; at += 1) await mailbox.remove(topics[at % 2] ?? '', String(at))
      await mailbox.remove('0'.repeat(64), 'unknown')
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 40_000)
      await mailbox.sweep(Date.now())
      expect(await mailbox.size()).toEqual({ messages: 0, bytes: 0, evicted: 0, expired: 5 })
    })
    it('A mailbox tells its listeners of a message when it is announced, and not before (audit A2)', async () => {
      const [mailbox, topic, heard] = [await open(), newTopic(), [] as string[]]
      mailbox.listen({ message: ({ key }) => heard.push(key), gap() {} })
      await mailbox.watch([topic])
      const [first, second] = [message(topic, '1'), message(topic, '2')]
      await mailbox.add(first)
      await mailbox.add(second)
      await mailbox.announce(second)
      await until(() => heard.length === 1)
      await mailbox.announce(first)
      await until(() => heard.length === 2)
      expect(heard).toEqual(['2', '1'])
    })
  })
}
