import { defineElements } from '@latchkey/ui-react/elements'
import { provideKernel } from '@latchkey/vue'
import { createApp } from 'vue'
import App from './App.vue'
import './style.css'
import { kernel } from './wallet'

if (import.meta.env.DEV) (await import('./burner')).installBurner()

defineElements()
const app = createApp(App)
provideKernel(kernel, app)
app.mount('#app')
