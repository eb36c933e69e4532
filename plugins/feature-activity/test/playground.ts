// This plugin's part of the playground: apps/playground finds the file by its name.
import { activity } from '@latchkey/feature-activity'

export const playground = { plugin: () => activity() }
