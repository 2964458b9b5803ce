import { type AddressInfo, type Socket, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail {
  to: string;
  messageId: string;
  links: string[];
}

/**
 * `mute` never answers, `busy` sends 451, `slow` confirms later, `dropping` hangs up without confirming,
 * `denying` and `refusing` reject with and without an enhanced status code. The mailboxes `nobody…` and
 * `unnamed…` are rejected in the same two ways.
 */
type Mode = 'denying' | 'refusing' | 'up' | 'down' | 'mute' | 'busy' | 'slow' | 'dropping';

/** The port is the same in all modes, so that no other process can use it. */
export class FaultyMailServer {
  readonly received: ReceivedEmail[] = [];
  connections = 0;
  mode: Mode = 'down';
  /** Emails to this prefix are confirmed only after the mode becomes `up`. */
  hangsFor: string | undefined;
  /** These mailboxes exist, although their names begin with `nobody`. */
  readonly there = new Set<string>();
  private readonly sockets = new Set<Socket>();
  private answers: (() => void)[] = [];
  private readonly smtp = this.createSmtp();
  private readonly server = createServer((socket) => {
    this.connections += 1;
    socket.on('error', () => {});
    if (this.mode === 'down') return void socket.destroy();
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    if (this.mode !== 'mute') this.smtp.server.emit('connection', socket);
  });

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.become('down');
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** With `up`, waiting clients are answered. With any other mode, they are disconnected. */
  become(mode: Mode): void {
    if (mode === 'up') for (const answer of this.answers) answer();
    this.answers = [];
    const isPatient = mode === 'up' && (this.mode === 'slow' || this.mode === 'up');
    if (!isPatient) for (const socket of this.sockets) socket.destroy();
    this.mode = mode;
  }

  private hangUp(remotePort: number): void {
    for (const socket of this.sockets) if (socket.remotePort === remotePort) socket.destroy();
  }

  private createSmtp(): SMTPServer {
    const refusal = (responseCode: number, words = 'refused') =>
      Object.assign(new Error(words), { responseCode });
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: ({ address }, _, done) => {
        if (this.mode === 'denying') done(refusal(550, '5.7.1 relay access denied'));
        else if (address.startsWith('nobody') && !this.there.has(address))
          done(refusal(550, '5.1.1 no such mailbox'));
        else if (this.mode === 'refusing' || address.startsWith('unnamed')) done(refusal(550));
        else if (this.mode === 'busy') done(refusal(451));
        else done();
      },
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          this.received.push(read(text, to));
          const isHung = this.hangsFor !== undefined && to.startsWith(this.hangsFor);
          if (this.mode === 'dropping') this.hangUp(session.remotePort);
          else if (this.mode === 'slow' || isHung) this.answers.push(done);
          else done();
        });
      },
    });
    server.on('error', () => {});
    return server;
  }
}

function read(text: string, to: string): ReceivedEmail {
  const plain = text.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  return {
    to,
    messageId: /^Message-ID: (.*)\r$/m.exec(text)?.[1] ?? '',
    links: plain.match(/http:\/\/localhost[^\s"<]+/g) ?? [],
  };
}
