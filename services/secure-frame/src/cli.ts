import { runService } from '@latchkey/service-kit'
import { runKeeperCommand } from './keeper/commands.js'
import { keeperOptionsFromEnv } from './keeper/options.js'
import { startKeeper } from './keeper/service.js'
import { runCommand } from './operate/commands.js'
import { optionsFromEnv } from './options.js'
import { startSecureFrame } from './service.js'

/** Each role starts a service, or runs a command beside it. */
const ROLES = {
  frame: {
    start: (log) =>
      optionsFromEnv(process.env).then((options) => startSecureFrame({ ...options, log })),
    run: runCommand,
  },
  keeper: {
    start: (log) =>
      keeperOptionsFromEnv(process.env).then((options) => startKeeper({ ...options, log })),
    run: runKeeperCommand,
  },
} satisfies Record<string, { start: Parameters<typeof runService>[0]; run: typeof runCommand }>

const given = process.argv.slice(2)
const [role, words] = given[0] === '--role' ? [given[1] ?? '', given.slice(2)] : ['frame', given]

if (role !== 'frame' && role !== 'keeper') {
  process.stderr.write(`--role must be frame or keeper. It is "${role}".\n`)
  process.exitCode = 1
} else if (words.length === 0) await runService(ROLES[role].start)
else
  await ROLES[role].run(words, process.env).then(
    (text) => void process.stdout.write(text),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
