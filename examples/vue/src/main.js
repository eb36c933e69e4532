import { defineElements } from '@latchkey/ui-react/elements'
import { provideKernel } from '@latchkey/vue'
import { createApp } from 'vue'
import App from './App.vue'
import { kernel } from './wallet.js'

defineElements()
const app = createApp(App)
provideKernel(kernel, app)
app.mount('#app')
