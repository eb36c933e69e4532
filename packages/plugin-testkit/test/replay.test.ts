// Logs that were recorded from a real kernel with the EVM plugin, gone through again by fakes.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { replay, type ReplayLog } from '../src/index.js'

const read = (name: string): ReplayLog =>
  JSON.parse(readFileSync(new URL(`logs/${name}.json`, import.meta.url), 'utf8')) as ReplayLog
const states = ({ entries }: ReplayLog) =>
  entries.flatMap((entry) => ('state' in entry ? [entry.state] : []))
const events = ({ entries }: ReplayLog) =>
  entries.flatMap((entry) => ('event' in entry ? [entry.event] : []))

describe('a recorded log', { timeout: 120_000 }, () => {
  it.each([
    [
      'connectSwitchDisconnect',
      ['connection:established', 'network:changed', 'account:changed', 'connection:closed'],
    ],
    ['declined', ['connection:failed', 'connection:established']],
    ['reload', ['connection:established', 'connection:closed']],
  ] as const)(
    'The log %s leads a kernel of fakes through the same states',
    async (name, happened) => {
      const log = read(name)
      expect(events(log)).toEqual(expect.arrayContaining([...happened]))
      const { states: now, expected } = await replay(log)
      expect(expected).toEqual(states(log))
      expect(now).toEqual(expected)
      expect(now.length).toBeGreaterThan(3)
    },
  )

  it('A log that cannot have happened ends where it differs', async () => {
    const log = read('connectSwitchDisconnect')
    const wrong = {
      ...log,
      entries: log.entries.map((entry) =>
        'state' in entry && entry.state.connections.length
          ? { ...entry, state: { ...entry.state, restoring: true } }
          : entry,
      ),
    }
    const { states: now, expected } = await replay(wrong)
    expect(now).not.toEqual(expected)
    expect(now.length).toBeLessThan(expected.length)
  })

  it.each([
    ['of another version', { version: 2 as 1 }, /version 1/],
    ['that is not whole', { dropped: 3 }, /3 entries were dropped/],
    [
      'that begins in the middle',
      { entries: read('connectSwitchDisconnect').entries.slice(9) },
      /record from the moment/,
    ],
    ['of nothing', { entries: [] }, /not a log/],
  ])('A log %s is refused with the reason', async (_, change, why) => {
    await expect(replay({ ...read('connectSwitchDisconnect'), ...change })).rejects.toThrow(why)
  })
})
