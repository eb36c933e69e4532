import { describe, expect, it } from 'vitest'
import { type Message } from '../mailbox.js'
import { createBoxes } from './boxes.js'

const ROOMY = { topicMessages: 1000, topicBytes: 1e9, totalMessages: 1000, totalBytes: 1e9 }
const message = (topic: string, key: string, more: Partial<Message> = {}): Message => ({ topic, key, from: 'a', message: 'x'.repeat(488), tag: 0, attestation: '', publishedAt: 0, expiresAt: 1e15, ...more })
const keys = (messages: readonly Message[]) => messages.map(({ key }) => key)

describe('bounds', () => {
  it('a full topic loses its oldest and harms no other', () => {
    const boxes = createBoxes({ ...ROOMY, topicMessages: 3 })
    boxes.put(message('other', 'o'))
    for (const key of ['1', '2', '3', '4', '5']) boxes.put(message('topic', key))
    expect(keys(boxes.of('topic'))).toEqual(['3', '4', '5'])
    expect(keys(boxes.of('other'))).toEqual(['o'])
    expect(boxes.size()).toMatchObject({ messages: 4, evicted: 2 })
  })
  it('bytes of a topic are bounded', () => {
    const boxes = createBoxes({ ...ROOMY, topicBytes: 3500 })
    for (const key of ['1', '2', '3', '4', '5']) boxes.put(message('topic', key))
    expect(keys(boxes.of('topic'))).toEqual(['3', '4', '5'])
  })
  it('a message larger than a whole topic may be is not kept', () => {
    const boxes = createBoxes({ ...ROOMY, topicBytes: 900 })
    boxes.put(message('topic', '1'))
    expect(boxes.size()).toMatchObject({ messages: 0, bytes: 0 })
  })
  it('the oldest of all gives way when everything is full, in number and in bytes', () => {
    for (const bound of [{ totalMessages: 3 }, { totalBytes: 3500 }]) {
      const boxes = createBoxes({ ...ROOMY, ...bound })
      for (const topic of ['a', 'b', 'c', 'd', 'e']) boxes.put(message(topic, '1'))
      expect(['a', 'b', 'c', 'd', 'e'].filter((topic) => boxes.of(topic).length > 0)).toEqual(['c', 'd', 'e'])
    }
  })
  it('the count is exact after everything is gone', () => {
    const boxes = createBoxes(ROOMY)
    for (let at = 0; at < 50; at += 1) boxes.put(message(`t${at % 7}`, String(at), { message: 'x'.repeat(at) }))
    for (let at = 0; at < 50; at += 1) boxes.remove(`t${at % 7}`, String(at))
    expect(boxes.size()).toEqual({ messages: 0, bytes: 0, evicted: 0, expired: 0 })
  })
})

describe('a message', () => {
  it('published twice is there once', () => {
    const boxes = createBoxes(ROOMY)
    expect([boxes.put(message('topic', '1')), boxes.put(message('topic', '1'))]).toEqual([true, false])
    expect(boxes.size().messages).toBe(1)
  })
  it('goes when its time is over', () => {
    const boxes = createBoxes(ROOMY)
    boxes.put(message('topic', '1', { expiresAt: 100 }))
    boxes.put(message('topic', '2', { expiresAt: 200 }))
    boxes.sweep(150)
    expect(keys(boxes.of('topic'))).toEqual(['2'])
    expect(boxes.size()).toMatchObject({ messages: 1, expired: 1, evicted: 0 })
  })
})
