// Calls that hand something over, put at random places of batches: the headline and a warning are
// theirs.
import { createRandom, type Random } from '@latchkey/plugin-testkit'
import { expect, it } from 'vitest'
import { corpus } from './corpus.js'

const TRIES = process.env['LATCHKEY_SOAK'] ? 5_000 : 300
const KEY = '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48'
const PAY = `050300${KEY}0b0098f73e5d01`
const DANGERS = [
  ['polkadot.handsOver', `1d0100${KEY}0000000000`],
  ['polkadot.handsOver', `1e0204${KEY}0100000000000000`],
  ['polkadot.stakingGoes', `1f0800${KEY}`],
  ['polkadot.canSpend', `21000100000000${KEY}04`],
  ['polkadot.votes', `22010000000000${KEY}${'00'.repeat(16)}`],
] as const
const batch = (calls: readonly string[]): string =>
  `1a00${(calls.length * 4).toString(16).padStart(2, '0')}${calls.join('')}`
/** The call, among others, within others. */
const wrap = (random: Random, call: string, depth: number): string => {
  if (!depth) return call
  const calls = [
    ...Array.from({ length: random.below(4) }, () => PAY),
    wrap(random, call, depth - 1),
  ].sort(() => random.below(3) - 1)
  return random.chance(0.7) ? batch(calls) : `1d0000${KEY}00${wrap(random, call, depth - 1)}`
}

it(`Each of ${TRIES} calls that give control away, hidden in batches and proxies, is named with a warning`, async ({
  task,
}) => {
  let silent = 0
  for (let run = 0; run < TRIES; run++) {
    const random = createRandom(run)
    const [warning, call] = random.pick(DANGERS)
    const told = await corpus.describe({
      calls: [{ call: 'hidden', bytes: wrap(random, call, random.below(4)) }],
    })
    const isSaid =
      !!told &&
      told.title !== 'polkadot.signTransaction' &&
      told.rows.some((row) => row.warning === warning)
    silent += Number(!isSaid)
  }
  task.meta.attack = {
    attack: 'a Polkadot call that hands something over, within batches and proxies',
    tries: TRIES,
    wanted: 'each named and warned of',
    seen: `${silent} not`,
  }
  expect(silent).toBe(0)
}, 30_000)
