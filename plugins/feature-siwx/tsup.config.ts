import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts'],
  // A late part that imports the module of the view would cut a page's first file into several.
  inline: ['src/families.ts', 'src/viewId.ts'],
})
