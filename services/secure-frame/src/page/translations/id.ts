import type { Texts } from './en.js'

export const id: Texts = {
  'approve.site': 'Situs web',
  'approve.name': 'Menyebut dirinya',
  'approve.account': 'Akun',
  'approve.network': 'Jaringan',
  'approve.fee': 'Biaya jaringan paling banyak',
  'approve.missing': 'Kurang',
  'approve.approve': 'Setujui',
  'approve.reject': 'Tolak',
  'approve.unreadable': 'Permintaan tak terbaca',
  'approve.incomplete':
    'Permintaan ini tidak dapat dibaca seluruhnya. Setujui hanya jika Anda memercayai situs web ini.',
  'approve.raw': 'Semua yang ditandatangani',
  'approve.wait': 'Tombol berfungsi setelah seluruh kartu terlihat sejenak.',
  'approve.scroll': 'Gulir sampai akhir untuk menyetujui.',
  'approve.signing': 'Menandatangani…',
  'approve.window': 'Tinjau di jendela',
  'approve.windowWhy':
    'Browser ini tidak dapat menunjukkan apakah ada yang menutupi permintaan ini. Baca di jendela tersendiri.',
  'approve.windowOpen': 'Selesaikan di jendela yang terbuka.',
  'approve.blocked': 'Jendela diblokir. Izinkan, lalu coba lagi.',
  'approve.retry': 'Periksa lagi',
  'approve.close': 'Tutup',
  'approve.outcome': 'Yang akan terjadi',
  'approve.leaves': 'Keluar dari akun Anda',
  'approve.arrives': 'Masuk ke akun Anda',
  'approve.nothing': 'Selain biaya, tidak ada yang keluar atau masuk.',
  'approve.partly': 'Jaringan ini tidak dapat menunjukkan semua yang berpindah.',
  'approve.wouldFail': 'Ini akan gagal. Biaya jaringan akan hilang.',
  'approve.lacks': 'Saldo akun tidak cukup untuk ini.',
  'approve.changed': 'Ada yang berubah sejak tadi. Baca sekali lagi.',
  'approve.sameNumber':
    'Transaksi yang ditandatangani sebelumnya punya nomor yang sama. Hanya satu dari keduanya yang akan dijalankan.',
  'approve.bothAccounts':
    'Akun Anda tidak disebut di sini. Tanda tangan Anda berlaku untuk kedua alamat Anda, akun standar dan akun pintar.',
  'node.network': 'Jaringan tidak menjawab. Coba lagi.',
  'node.network_busy': 'Jaringan terlalu sibuk. Coba lagi sebentar lagi.',
  'node.transaction_replaced': 'Transaksi lain dari akun ini menggantikannya.',
  'node.transaction_underpriced':
    'Biaya terlalu rendah: jaringan kini meminta lebih, atau transaksi lain menunggu di tempatnya.',
  'node.insufficient_funds': 'Saldo akun tidak cukup untuk jumlah dan biaya jaringan.',
  'node.transaction_expired': 'Transaksi terlalu lama. Situs web harus meminta lagi.',
  'node.transaction_unknown':
    'Transaksi sudah ditandatangani, tetapi jaringan tidak menyatakan sudah menerimanya. Transaksi masih bisa dijalankan.',
  'approve.notKept':
    'Browser ini sedang tidak menyimpan apa pun. Setelah dimuat ulang, operasi ini tidak akan dikenalnya: jangan kirim dua kali.',
  'approve.payer': 'Dibayar oleh',
  'approve.payerAccount': 'Akun Anda',
  'node.bundler':
    'Saat ini tidak ada yang menerima operasi akun pintar di jaringan ini. Gunakan akun standar Anda, atau coba lagi nanti.',
  'node.bundler_refused':
    'Operasi ditolak. Operasi ini masih bisa dijalankan, sampai operasi lain dari akun Anda dijalankan.',
  'node.earlier_carried_out':
    'Operasi sebelumnya dari akun Anda dijalankan sebagai gantinya. Lihat dahulu sebelum mencoba lagi.',
  'node.operation_pending':
    'Operasi sudah dikirim dan belum masuk ke blok mana pun. Operasi masih bisa dijalankan.',
  'node.operation_failed': 'Operasi gagal. Biaya jaringan sudah dibayar.',
  'node.operation_replaced': 'Operasi lain dari akun Anda menggantikannya.',
  'node.gas_beyond_bounds': 'Operasi ini akan berbiaya lebih dari yang diizinkan.',
  'node.paymaster_refused': 'Layanan yang membayar operasi memberi jawaban yang tidak diizinkan.',
  'recovery.choose': 'Pilih cara memulihkan dompet Anda',
  'recovery.why':
    'Jika browser ini melupakan dompet Anda, hanya ini yang dapat membukanya lagi. Tidak ada yang dapat mengatur ulangnya.',
  'recovery.passkey': 'Gunakan kunci sandi',
  'recovery.password': 'Gunakan kata sandi',
  'recovery.kit': 'Simpan kit pemulihan',
  'recovery.newPassword': 'Kata sandi 10 karakter atau lebih',
  'recovery.showPassword': 'Tampilkan kata sandi',
  'recovery.kitKeep':
    'Simpan kit ini di tempat yang hanya Anda yang tahu. Kit hanya ditampilkan sekali.',
  'recovery.kitKept': 'Saya sudah menyimpannya',
  'recovery.open': 'Buka dompet Anda',
  'recovery.openWhy': 'Browser ini belum memiliki dompet Anda.',
  'recovery.enterPassword': 'Kata sandi Anda',
  'recovery.enterKit': 'Kit pemulihan Anda',
  'recovery.continue': 'Lanjutkan',
  'frame.working': 'Tunggu sebentar…',
  'frame.offline': 'Anda sedang offline. Ini berlanjut saat Anda kembali online.',
  'frame.failed': 'Tidak berhasil. Coba lagi.',
  'approve.unused': 'Anda telah mengubah batas. Tekan “Gunakan batas ini” sebelum menyetujui.',
  'node.grant_refused': 'Izin ini tidak dapat diberikan lagi. Situs web harus meminta lagi.',
  'approve.grantNotKept':
    'Browser ini sedang tidak menyimpan apa pun. Setelah dimuat ulang, dompet ini tidak lagi menampilkan izin ini.',
}
