use std::sync::mpsc;
use std::thread;

use super::*;

/// Forwards the text of each call to `write`.
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

/// Forwards the text of each call to `write` and blocks until it is received, like a full pipe.
struct FullPipe(mpsc::SyncSender<String>);

impl Write for FullPipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(String::from_utf8_lossy(bytes).into_owned()).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn full_pipe() -> (Output, mpsc::Receiver<String>) {
    let (sender, receiver) = mpsc::sync_channel(0);
    (Output::new(FullPipe(sender)).unwrap(), receiver)
}

#[test]
fn lines_of_concurrent_threads_are_not_interleaved() {
    let (sender, receiver) = mpsc::channel();
    let output = Output::new(Calls(sender)).unwrap();
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
fn closed_output_is_detected_and_not_written_again() {
    let (sender, receiver) = mpsc::channel();
    let output = Output::new(Calls(sender)).unwrap();
    let (closed, on_close) = mpsc::channel();
    output.on_close(move || closed.send(()).unwrap());
    drop(receiver);
    assert!(!output.is_closed());
    output.line("readyok");
    assert_eq!(on_close.recv(), Ok(()));
    assert!(output.is_closed());
    output.line("readyok");
    output.drain(None);
    output.wait_for_room();
}

#[test]
fn slow_client_misses_outdated_info_lines_but_no_answers() {
    let (output, receiver) = full_pipe();
    let line = "info".repeat(100);
    let count = 3 * MOST_INFORMATION / line.len();
    for number in 0..count {
        output.information([format_args!("{line} {number}")]);
        if number % 100 == 0 {
            output.line(format_args!("answer {number}"));
        }
    }
    output.line("bestmove");
    let for_end = output.clone();
    drop(output);
    let drained = thread::spawn(move || for_end.drain(None));
    let lines: Vec<_> = receiver.iter().collect();
    drained.join().unwrap();
    let answers = lines.iter().filter(|line| line.starts_with("answer ")).count();
    assert_eq!(answers, count.div_ceil(100));
    assert!(lines.len() < count / 2, "{} of {count}", lines.len());
    assert_eq!(lines[lines.len() - 2], format!("{line} {}\n", count - 1), "the newest is kept");
    assert_eq!(lines[lines.len() - 1], "bestmove\n");
}

#[test]
fn commands_wait_until_answers_are_read_or_the_client_disconnects() {
    let (output, receiver) = full_pipe();
    output.wait_for_room();
    let line = "x".repeat(MOST_ANSWERS / 2);
    for _ in 0..4 {
        output.line(&line);
    }
    let (sender, has_room) = mpsc::channel();
    let waiting = output.clone();
    thread::spawn(move || {
        waiting.wait_for_room();
        sender.send(()).unwrap();
    });
    assert_eq!(receiver.recv().map(|text| text.len()), Ok(line.len() + 1));
    assert!(has_room.try_recv().is_err(), "half of the remaining lines still exceed the limit");
    drop(receiver);
    assert_eq!(has_room.recv(), Ok(()), "no caller waits for a disconnected client");
}

#[test]
fn draining_to_a_client_that_does_not_read_times_out() {
    let (output, receiver) = full_pipe();
    output.line("bestmove");
    output.drain(Some(Duration::from_millis(20)));
    assert!(!output.is_closed());
    assert_eq!(receiver.recv().as_deref(), Ok("bestmove\n"));
}
