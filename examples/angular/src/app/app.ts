import { Component, CUSTOM_ELEMENTS_SCHEMA, inject, signal } from '@angular/core'
import { WalletService } from './wallet.service'

@Component({
  selector: 'app-root',
  // Angular takes tags with a hyphen for custom elements.
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <main>
      <h1>My shop</h1>
      <latchkey-button [kernel]="wallet.kernel" />
      @if (wallet.state().isRestoring) {
        <p>One moment…</p>
      } @else if (wallet.state().address; as address) {
        <p>{{ address }}</p>
        <button type="button" (click)="sign()">Sign</button>
        <button type="button" (click)="wallet.kernel.disconnect()">Disconnect</button>
      } @else {
        <p>Nobody is connected.</p>
      }
      <output>{{ signature() }}</output>
    </main>
  `,
})
export class App {
  protected readonly wallet = inject(WalletService)
  protected readonly signature = signal('')

  protected async sign() {
    try {
      this.signature.set(await this.wallet.sign('Hello'))
    } catch (error) {
      this.signature.set((error as Error).message)
    }
  }
}
