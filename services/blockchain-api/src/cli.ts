import { runService } from '@latchkey/service-kit'
import { optionsFromEnv } from './options.js'
import { startBlockchainApi } from './service.js'

const [command, ...rest] = process.argv.slice(2)

if (command === 'names') await print(rest)
else
  await runService(async (log) =>
    startBlockchainApi({ ...(await optionsFromEnv(process.env)), log }),
  )

/** The commands about names print what they made, and end. */
async function print(args: readonly string[]): Promise<void> {
  const { deployCommand } = await import('./names/deployCommand.js')
  try {
    process.stdout.write(await deployCommand(args))
  } catch (error) {
    const isExpected = error instanceof Error && 'code' in error
    process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
