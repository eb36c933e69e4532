import { fakeStreams } from '@latchkey/create-kit/testing'

/** Keys as a terminal sends them. */
export const KEYS = { enter: '\r', down: '\u001b[B', space: ' ', escape: '\u001b', ctrlC: '\u0003' }

/**
 * A terminal in which somebody answers questions: after the words of each, the keys.
 * @param answers in the order of the questions
 */
export function typing(answers: readonly (readonly [words: string, ...keys: string[]])[]) {
  const streams = fakeStreams([])
  Object.assign(streams.stdin, { setRawMode: () => streams.stdin })
  const left = [...answers]
  let shown = ''
  streams.stdout.on('data', (data: Buffer) => {
    shown += data.toString()
    const [words, ...keys] = left[0] ?? []
    if (words === undefined || !shown.includes(words)) return
    left.shift()
    shown = ''
    // A key at a time, as a person: the question is drawn anew after each.
    keys.forEach((key, index) =>
      setTimeout(() => streams.stdin.emit('data', key), 20 * (index + 1)),
    )
  })
  return { ...streams, unanswered: () => left.map(([words]) => words) }
}
