import { latchkey } from '@latchkey/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [latchkey()] })
