use std::fmt::{Display, Write as _};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where all answers go. Clones write to the same place; what one call writes comes out in one piece and at once.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<Sink>>,
}

struct Sink {
    writer: Box<dyn Write + Send>,
    /// A failure was told.
    failed: bool,
    /// The client has gone: nothing can be written any more.
    closed: bool,
}

impl Output {
    /// Answers go to this writer.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self { sink: Arc::new(Mutex::new(Sink { writer: Box::new(writer), failed: false, closed: false })) }
    }

    /// Writes one line.
    pub fn line(&self, line: impl Display) {
        self.lines([line]);
    }

    /// Writes a line that tells of a failure.
    pub fn failure(&self, line: impl Display) {
        self.lock().failed = true;
        self.line(line);
    }

    /// Whether a failure was told.
    pub fn has_failed(&self) -> bool {
        self.lock().failed
    }

    /// Writes several lines, with no other thread's lines between them.
    pub fn lines<T: Display>(&self, lines: impl IntoIterator<Item = T>) {
        let mut text = String::new();
        for line in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
        for line in text.lines() {
            log::trace!("< {line}");
        }
        let mut sink = self.lock();
        if sink.closed {
            return;
        }
        if let Err(error) = sink.writer.write_all(text.as_bytes()).and_then(|()| sink.writer.flush()) {
            log::debug!("the output is closed: {error}");
            sink.closed = true;
        }
    }

    /// Whether nobody listens any more.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, Sink> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    /// Hands on what each call to `write` was given.
    struct Calls(mpsc::Sender<String>);

    impl Write for Calls {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(String::from_utf8_lossy(bytes).into_owned()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_of_several_threads_stay_whole() {
        let (sender, receiver) = mpsc::channel();
        let output = Output::new(Calls(sender));
        thread::scope(|scope| {
            for name in ["one", "two", "three"] {
                let output = output.clone();
                scope.spawn(move || {
                    for _ in 0..100 {
                        output.lines([name, name]);
                    }
                });
            }
        });
        drop(output);
        let written: Vec<_> = receiver.iter().collect();
        assert_eq!(written.len(), 300);
        assert!(written.iter().all(|block| {
            let lines: Vec<_> = block.lines().collect();
            lines.len() == 2 && lines[0] == lines[1] && block.ends_with('\n')
        }));
    }

    #[test]
    fn a_closed_output_is_noticed_and_left_alone() {
        let (sender, receiver) = mpsc::channel();
        let output = Output::new(Calls(sender));
        drop(receiver);
        assert!(!output.is_closed());
        output.line("readyok");
        assert!(output.is_closed());
        output.line("readyok");
    }
}
