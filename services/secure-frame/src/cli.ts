import { runService } from '@latchkey/service-kit'
import { runCommand } from './operate/commands.js'
import { optionsFromEnv } from './options.js'
import { startSecureFrame } from './service.js'

const words = process.argv.slice(2)
if (words.length === 0)
  await runService(async (log) => startSecureFrame({ ...(await optionsFromEnv(process.env)), log }))
else
  await runCommand(words, process.env).then(
    (text) => void process.stdout.write(text),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    },
  )
