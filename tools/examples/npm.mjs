import { spawn } from 'node:child_process'

/** Runs npm in a folder. @throws with the end of its output */
export const npm = (args, cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`npm ${args.join(' ')} ended with ${code}:\n${output.slice(-4000)}`)),
    )
  })
