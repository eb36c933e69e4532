import { fileURLToPath } from 'node:url'
import { writeNotices } from '../../tools/build/notices.mjs'
import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/accountView/index.ts', 'src/bindings/index.ts'],
  inline: ['@latchkey/plugin-api/links', '@latchkey/plugin-api/namespaces'],
  // Bundled unchanged, so that no host needs a Reflect polyfill, tslib, or a copy of the container.
  noExternal: ['tsyringe', 'tslib'],
  esbuildPlugins: [
    {
      name: 'bundle-container',
      setup(build) {
        build.initialOptions.metafile = true
        // tslib as a module, of which one function is taken: its default is the whole as CommonJS.
        build.initialOptions.conditions = ['module', 'import']
        build.onEnd(({ metafile }) =>
          writeNotices(
            fileURLToPath(new URL('.', import.meta.url)),
            Object.keys(metafile?.inputs ?? {}),
          ),
        )
      },
    },
  ],
})
