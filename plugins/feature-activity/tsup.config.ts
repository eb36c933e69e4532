import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts'],
  // The late part and the views share them. In one file with the late part they would bring it all.
  inline: ['src/entries/lists.ts', 'src/entries/months.ts', 'src/entries/story.ts'],
})
