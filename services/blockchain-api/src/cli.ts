import { runService } from '@latchkey/service-kit'
import { optionsFromEnv } from './options.js'
import { startBlockchainApi } from './service.js'

const [command, ...rest] = process.argv.slice(2)

if (command === 'names')
  await print(async () => (await import('./names/deployCommand.js')).deployCommand(rest))
else if (command === 'move')
  await print(async () =>
    (await import('./move/moveCommand.js')).moveCommand(rest, process.env, (line) =>
      process.stderr.write(line),
    ),
  )
else
  await runService(async (log) =>
    startBlockchainApi({ ...(await optionsFromEnv(process.env)), log }),
  )

/** Such a command prints what it did, and ends. */
async function print(run: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await run())
  } catch (error) {
    const isExpected = error instanceof Error && 'code' in error
    process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
