// This plugin's part of the playground: apps/playground finds the file by its name.
import { assets } from '@latchkey/feature-assets'

export const playground = { plugin: () => assets() }
