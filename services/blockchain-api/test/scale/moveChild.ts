// The command `move` in a process of its own, to be killed in the middle of its work.
import process from 'node:process'
import { moveCommand } from '../../src/move/moveCommand.js'

process.stdout.write(
  await moveCommand(process.argv.slice(2), process.env, (line) => process.stderr.write(line)),
)
